/**
 * Replaces Semantic's Image, which Label and Card import for their `image` prop together with Dimmer, Portal and an
 * event stack: 6.5 kB of the start page for a prop that no screen uses.
 */
export default function NoImage(): never {
  throw new Error('Images of Semantic UI are not part of the build: see scripts/build/noImage.ts.');
}
NoImage.create = (image: unknown): null => (image === undefined || image === null ? null : NoImage());
