export * from './drill';
export * from './filter';
export * from './timeFrames';
export * from './widgets';
