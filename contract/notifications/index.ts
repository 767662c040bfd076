export * from './categories';
export * from './event';
export * from './notification';
export * from './subCategories';
