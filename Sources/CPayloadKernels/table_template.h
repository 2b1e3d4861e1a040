/* Template, included by each kernel: the table TABLE of its functions, of which one encodes Base64 with and
 * without percent-encoding. */
static size_t base64(const uint8_t *in, size_t count, size_t readable, uint8_t *output,
                     size_t capacity, size_t *written) {
    return encode_groups(false, in, count, readable, output, capacity, written);
}

static size_t base64_percent(const uint8_t *in, size_t count, size_t readable, uint8_t *output,
                             size_t capacity, size_t *written) {
    return encode_groups(true, in, count, readable, output, capacity, written);
}

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
