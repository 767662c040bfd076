module.exports = {
  plugins: [['saga-tapes/babel', { imports: { api: './src/api' } }], '@babel/plugin-transform-modules-commonjs'],
};
