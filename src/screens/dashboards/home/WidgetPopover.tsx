import { useEffect } from 'react';
import { whenIdle } from '../../../ports/idle';
import { Icon } from '../../../ui/Icon';
import { loadable } from '../../../ui/loadable';
import { Popover } from '../../../ui/Popover';

const WidgetChoices = loadable(
  async () => (await import(/* webpackChunkName: "filter-drawer" */ './Choices')).WidgetChoices,
);

/** Which cards are shown, and in which order. */
export function WidgetPopover() {
  useEffect(() => void whenIdle().then(WidgetChoices.preload), []);
  return (
    <Popover
      title="Widgets"
      label={
        <>
          <Icon name="columns" />
          Widgets
        </>
      }
    >
      {() => <WidgetChoices />}
    </Popover>
  );
}
