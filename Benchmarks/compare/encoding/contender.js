// node's Buffer as a contender of encode.py, with the arguments and the output of contender.c.
//
// V8's regular expressions normalize, Buffer's Base64 is simdutf's where process.versions names it,
// and encodeURIComponent escapes of its digits exactly "+", "/" and "=".
'use strict';
const fs = require('node:fs');

function payload(text) {
  const normal = text
    .replace(/[ \t]+/g, ' ')
    .replace(/[\n-\r\u0085\u2028\u2029]/g, '')
    .trim();
  return encodeURIComponent(Buffer.from(normal, 'utf8').toString('base64'));
}

// User and system time of the process, in seconds.
function now() {
  const usage = process.cpuUsage();
  return (usage.user + usage.system) / 1e6;
}

// The median time of one run. The first fifth of the time is for the compiler.
function medianTime(text, seconds) {
  const start = now();
  payload(text);
  const first = now() - start;
  if (first > seconds) return first;
  while (now() - start < seconds / 5) payload(text);
  const before = now();
  payload(text);
  const repetitions = Math.max(1, Math.ceil(5e-3 / Math.max(now() - before, 1e-5)));
  const times = [];
  while (times.length === 0 || now() - start < seconds) {
    const turn = now();
    for (let i = 0; i < repetitions; i++) payload(text);
    times.push((now() - turn) / repetitions);
  }
  times.sort((a, b) => a - b);
  return times[times.length >> 1];
}

const [mode, , file, seconds] = process.argv.slice(2);
if (mode === undefined) {
  console.log('node');
} else if (mode === 'versions') {
  console.log(JSON.stringify({ node: process.versions.node, simdutf: process.versions.simdutf }));
} else {
  const text = fs.readFileSync(file, 'utf8');
  if (mode === 'write') process.stdout.write(payload(text));
  else console.log(JSON.stringify({ seconds: medianTime(text, Number(seconds)) }));
}
