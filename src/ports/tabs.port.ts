import type { TabRef, TabsPort } from '../../sagas/base/ports/page';

/** Tabs opened by the page, each behind a reference until it has its address. */
export function createTabsPort(): TabsPort {
  const tabs = new Map<TabRef, Window>();
  let opened = 0;
  /** The tab, without its opener; undefined if it was closed in the meantime. */
  const release = (ref: TabRef): Window | undefined => {
    const tab = tabs.get(ref);
    tabs.delete(ref);
    if (tab === undefined || tab.closed) return undefined;
    tab.opener = null;
    return tab;
  };
  return {
    ownOrigin: () => window.location.origin,
    open(note) {
      const tab = window.open('', '_blank');
      if (tab === null || tab.closed) return null;
      tab.document.title = note;
      tab.document.body.textContent = note;
      const ref = `<tab:${++opened}>` as TabRef;
      tabs.set(ref, tab);
      return ref;
    },
    show: (ref, url) => release(ref)?.location.replace(url),
    submit(ref, url, fields) {
      const tab = release(ref);
      if (tab === undefined) return;
      const form = tab.document.createElement('form');
      form.method = 'post';
      form.action = url;
      for (const [name, value] of Object.entries(fields)) {
        const input = tab.document.createElement('input');
        Object.assign(input, { type: 'hidden', name, value });
        form.append(input);
      }
      tab.document.body.append(form);
      // A field may be called `submit`.
      HTMLFormElement.prototype.submit.call(form);
    },
    close: (ref) => release(ref)?.close(),
  };
}
