/**
 * In the place of Semantic's Image, which Label and Card import for their `image` and which brings Dimmer, Portal and
 * an event stack with it: 6.5 kB of the start page's for what no screen shows.
 */
export default function NoImage(): never {
  throw new Error('Images of Semantic UI are not part of the build: see scripts/build/noImage.ts.');
}
NoImage.create = (image: unknown): null => (image === undefined || image === null ? null : NoImage());
