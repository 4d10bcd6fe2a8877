/** Kinds of tokens by index; `syntax.css` has a colour for each name, as in VS Code's default themes. */
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

export type TokenKind = (typeof tokenKinds)[number];
