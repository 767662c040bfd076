/** Numbers as text, in American English. */
const COUNT = new Intl.NumberFormat('en-US');
const MONEY = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const MEGABYTE = 1024 * 1024;

/** '12,345' */
export const countText = (count: number): string => COUNT.format(count);

/** 'one person', '12,345 people' */
export const peopleText = (people: number): string => (people === 1 ? 'one person' : `${countText(people)} people`);

/** Cents as US dollars: '$1,234.50'. */
export const moneyText = (cents: number): string => MONEY.format(cents / 100);

/** The size of a file in bytes: '12 KB', '3.4 MB'. */
export const sizeText = (bytes: number): string =>
  bytes < MEGABYTE ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / MEGABYTE).toFixed(1)} MB`;
