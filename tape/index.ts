/** Records, replays and explores flows of redux-sagas. Does not need Node. */
export { defineApp } from './app';
export type { Action, App, Booted, Harness, StoreLike, TaskLike } from './app';
export { drive, sequence, type Drive, type DriveOptions } from './drive';
export { report, type Divergence, type DivergenceKind } from './divergence';
export type { SagaHooks } from './effects';
export { explore, type Exploration, type ExploreOptions } from './explore';
export { addressOf, portOf, TapeError, type Entry, type Json, type RedactionRules, type TapeHeader } from './format';
export { wrapImport } from './imports';
export { lineOf, sagaName, type FlowFacts } from './log';
export { allTransitions, hashMachines, type Machine, type MachineWatch } from './machines';
export { play, type Flow, type PlayOptions } from './play';
export { inOrder, runTape, type TapeRun } from './runTape';
export { linesOf, readTape, writeTape, type Tape } from './read';
export type { Labels } from './lineage';
export { cutState, type LastOptions } from './keep';
export { createRecorder, type Recorder, type RecorderOptions } from './record';
export { createRedactor, DEFAULT_REDACTION, redactEntry } from './redact';
export { UnserializableError, type ErrorMakers } from './values';
