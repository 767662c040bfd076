/** The non-empty segments of a path; a trailing slash says nothing. */
export const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '');

/** The parameters with which `users/:userId/edit` is this path, or null where it is not. */
export function match(pattern: string, path: readonly string[]): Readonly<Record<string, string>> | null {
  const expected = segmentsOf(pattern);
  if (expected.length !== path.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of expected.entries()) {
    const given = path[index] ?? '';
    if (!segment.startsWith(':')) {
      if (segment !== given) return null;
      continue;
    }
    const value = decoded(given);
    if (value === null) return null;
    params[segment.slice(1)] = value;
  }
  return params;
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
