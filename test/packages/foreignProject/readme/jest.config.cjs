module.exports = {
  testMatch: ['<rootDir>/*.test.js'],
  setupFilesAfterEnv: ['saga-tapes/jest'],
  transform: { '\\.js$': 'babel-jest' },
};
