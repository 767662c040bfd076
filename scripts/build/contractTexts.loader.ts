/** The contract's summaries and descriptions are for the OpenAPI document; people do not download them with the app. */
const TEXTS = /\b(?:summary|description|title):\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),?/g;

export default function withoutTexts(source: string): string {
  return source.replace(TEXTS, '');
}
