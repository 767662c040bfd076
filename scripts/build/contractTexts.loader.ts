/**
 * The contract's summaries and descriptions are for the OpenAPI document, and what a call may be sent with is checked by
 * the server and by the compiler: people download neither with the app. Of an endpoint (its keys stand four spaces in)
 * there remain where it is, who may call it, and what its answer must look like.
 */
const TEXTS = /\b(?:summary|description|title):\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`),?/g;
const REQUESTS =
  /^ {4}(?:(?:body|params|query|errors|maxBytes): (?:\{\n(?: {5,}.*\n)* {4}\}|\[\n(?: {5,}.*\n)* {4}\]|.*?)|params|body),?\n/gm;

export default function withoutTexts(source: string): string {
  return (source.includes('Record<string, Endpoint>') ? source.replace(REQUESTS, '') : source).replace(TEXTS, '');
}
