export * from './drill';
export * from './filter';
export * from './listFilters';
export * from './timeFrames';
export * from './widgets';
