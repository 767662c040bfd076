/** A page for tapes alone: no app is needed to read one. */
import { createPanel } from 'saga-tapes/panel';

createPanel({ isPage: true }).mount();
