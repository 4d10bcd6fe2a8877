/**
 * What a piece of code can be. The number of a kind is its index here; `syntax.css` has a colour for each name, as the
 * editor's own default themes have them.
 */
export const tokenKinds = [
  'comment',
  'string',
  'regexp',
  'escape',
  'number',
  'keyword',
  'control',
  'constant',
  'function',
  'type',
  'variable',
  'property',
  'tag',
  'attribute',
  'selector',
  'meta',
  'heading',
  'strong',
  'emphasis',
  'inserted',
  'deleted',
] as const;

/** The name of a kind. */
export type TokenKind = (typeof tokenKinds)[number];
