/** As many have it: the network, imported where it is needed. */
export const findItems = (word) =>
  new Promise((resolve, reject) => {
    setTimeout(() => (word === 'broken' ? reject(new Error('The shop is closed.')) : resolve([`${word} 1`])), 2);
  });
export const order = (item) => new Promise((resolve) => setTimeout(resolve, 4, { ordered: item }));
export const log = (text) => text.length;
