const { readFileSync } = require('node:fs');
const { linesOf, play, readTape } = require('saga-tapes');

import('./src/sagaTapes.js')
  .then(({ app }) => play(app, readTape('visit', linesOf(readFileSync('tapes/visit.tape.jsonl', 'utf8')))))
  .then((flow) => console.log(flow.isFinished ? 'finished' : flow.divergence.headline));
