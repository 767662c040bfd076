/** An element with attributes and children; a text child is text, never markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** `name` labels a button whose text is a symbol. */
export function button(text: string, press: () => void, name?: string): HTMLButtonElement {
  const made = element('button', { type: 'button', ...(name !== undefined && { 'aria-label': name }) }, text);
  made.addEventListener('click', press);
  return made;
}

/** A select whose first option means all. */
export function choice(label: string, all: string, change: (value: string) => void) {
  const root = element('select', { 'aria-label': label });
  root.addEventListener('change', () => change(root.value));
  let known = '';
  return {
    root,
    /** Keeps the chosen value if it is still offered. */
    offer(values: readonly string[]) {
      if (values.join('\n') === known && root.options.length > 0) return;
      known = values.join('\n');
      const chosen = root.value;
      root.replaceChildren(
        element('option', { value: '' }, all),
        ...values.map((value) => element('option', { value }, value)),
      );
      root.value = values.includes(chosen) ? chosen : '';
    },
  };
}
