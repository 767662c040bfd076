/** The rules of the home dashboard that a screen may ask by itself: pure functions, no state. */
export { allOf, isWidget, ordered, selectedOf, toggled, WIDGET_LABELS, type Arrangement } from './arrangement';
export { ageText, axisOf, countText, moneyText, percentText } from './card.rules';
