/** The composition root that the demo uses if the address or the tab asks for the recorder or a replay. */
import { readPage } from '../app/prerendered';
import { takeDevtoolsVisit } from '../ports/devtoolsVisit';
import { showRecordedApp } from './recordedApp';
import { showReplay } from './replayPage';

const page = readPage(document);
const visit = takeDevtoolsVisit();
if (visit.kind === 'replay') void showReplay(page.root, visit);
else showRecordedApp(page.config, visit.isRecording);
