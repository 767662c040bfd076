/** Twenty faults of the player's sagas: what is wrong, and which parts of its text are replaced by which. */
const cut = (text) => [text, ''];
const every = ['take, takeLatest }', 'take, takeEvery, takeLatest }'];

export const FAULTS = [
  ['removed: a track is loaded and not played', cut('  yield call(audio.play);\n')],
  ['removed: nothing says that tracks are coming', cut("    yield put({ type: 'tracks/pending', list });\n")],
  ['removed: the volume is not kept', cut('  yield call(volumes.write, volume);\n')],
  ['removed: the kept volume is not set', cut('    yield fork(setVolume);\n')],
  [
    'added: the volume is set twice',
    [
      'yield call(audio.setVolume, volume ?? 50);',
      'yield call(audio.setVolume, volume ?? 50); yield call(audio.setVolume, volume ?? 50);',
    ],
  ],
  [
    'added: an action that nobody knows',
    [
      "yield put({ type: 'tracks/arrived', list, page });",
      "yield put({ type: 'tracks/arrived', list, page }); yield put({ type: 'tracks/done' });",
    ],
  ],
  [
    'added: the address is asked for twice',
    [
      'const url: string = yield call(tracks.address, track);',
      'yield call(tracks.address, track); const url: string = yield call(tracks.address, track);',
    ],
  ],
  ['added: what is known is fetched again', ['if (!(yield select(getList))) yield', 'yield']],
  [
    'changed: the volume is kept as a fraction',
    ['yield call(volumes.write, volume)', 'yield call(volumes.write, volume / 100)'],
  ],
  ['changed: another page', ['call(fetchPage, list, next)', 'call(fetchPage, list, `${next}&all`)']],
  ['changed: the volume is one too loud', ['volume ?? 50)', '(volume ?? 50) + 1)']],
  ['changed: a space in the query', ['yield call(ask, query)', 'yield call(ask, `${query} `)']],
  [
    'swapped: played, then loaded',
    [
      '  yield call(audio.load, url);\n  yield call(audio.play);',
      '  yield call(audio.play);\n  yield call(audio.load, url);',
    ],
  ],
  [
    'swapped: the volume before the audio is listened to',
    [
      '    const task: Task = yield fork(subscribe);\n    yield fork(setVolume);',
      '    yield fork(setVolume);\n    const task: Task = yield fork(subscribe);',
    ],
  ],
  [
    'swapped: coming is said when they are there',
    cut("    yield put({ type: 'tracks/pending', list });\n"),
    ['call(ask, query);\n', "call(ask, query);\n    yield put({ type: 'tracks/pending', list });\n"],
  ],
  [
    'swapped: the volume is set before the app is opened',
    cut('    yield fork(setVolume);\n'),
    ["    yield take('app/opened');\n", "    yield fork(setVolume);\n    yield take('app/opened');\n"],
  ],
  ['not cancelled: the search before', ["takeLatest('tracks/searched'", "takeEvery('tracks/searched'"], every],
  ['not cancelled: the page that was asked for twice', ["takeLatest('tracks/more'", "takeEvery('tracks/more'"], every],
  ['not cancelled: listening, when the app is closed', cut('    yield cancel(task);\n')],
  ['not closed: the channel of the audio', cut('    channel.close();\n')],
];
