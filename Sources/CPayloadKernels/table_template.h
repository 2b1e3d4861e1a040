/* Template, included by each kernel: the table TABLE of its functions. */
const CPayloadKernels_table TABLE = {
    .kind = KIND,
    .wellFormedPrefix = well_formed_prefix,
    .fold = fold,
    .base64 = base64,
    .base64Percent = base64_percent,
    .decodeBase64 = decode_base64,
    .removeWhiteSpace = remove_white_space,
    .decodePercent = decode_percent,
};
