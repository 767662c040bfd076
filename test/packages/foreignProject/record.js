import { mkdirSync, writeFileSync } from 'node:fs';
import { createRecorder } from 'saga-tapes';
import { createShop } from './src/app.js';
import { recordVisit } from './src/visit.js';

mkdirSync('tapes', { recursive: true });
writeFileSync('tapes/visit.tape.jsonl', await recordVisit(createShop, createRecorder));
