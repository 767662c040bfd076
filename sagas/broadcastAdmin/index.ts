/** The words and rules that the screens of broadcasts render with. */
export { broadcastAddress, ORGANIZATION_TYPE_LABELS, previewOf, reachOf } from './compose.rules';
export { messageHtml } from './messageHtml';
export { instantOf, momentText, ownZone, zoneName, zonesWith } from './zoneTime';
