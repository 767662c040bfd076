export * from './machine/effects';
