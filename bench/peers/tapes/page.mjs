/** A page for the player, with its own server, audio element and storage. */
import { createPlayer } from 'player';

const { store, start } = createPlayer();
const root = document.getElementById('app');
const button = (text, action) => {
  const made = document.createElement('button');
  made.textContent = text;
  made.onclick = () => store.dispatch(action);
  return made;
};
function show() {
  const { list, lists, isPlaying, played, failure } = store.getState();
  const items = (lists[list]?.ids ?? []).map((track) => {
    const item = document.createElement('li');
    item.append(button(track, { type: 'player/chosen', track }));
    return item;
  });
  const says = document.createElement('p');
  says.textContent = `${isPlaying ? 'Playing' : 'Silent'}, ${played} played. Volume ${localStorage.getItem('element')}. ${failure ?? ''}`;
  // Redraws only after a change; otherwise a second press could hit a removed element.
  if (root.dataset.shown === JSON.stringify([list, lists, says.textContent])) return;
  root.dataset.shown = JSON.stringify([list, lists, says.textContent]);
  const more = root.querySelector('.more') ?? button('More', { type: 'tracks/more' });
  more.className = 'more';
  root.replaceChildren(...items, more, button('Close', { type: 'app/closed' }), says);
}
document.querySelector('input').oninput = ({ target }) =>
  store.dispatch({ type: 'tracks/searched', list: target.value });
store.subscribe(show);
start();
store.dispatch({ type: 'app/opened' });
