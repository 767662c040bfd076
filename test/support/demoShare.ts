import { cases } from './cases';

/** How much of the demo the tests seed: with all of it a run takes minutes longer, and proves little more. */
export const demoShare = (): number => cases('percent of the demo that is seeded', { usual: 25, long: 100 }) / 100;
