export * from './categories';
export * from './notification';
export * from './subCategories';
