// Sources of expressions with the flag `u`: characters without a shape of their own that may deceive a reader.

/** Control characters, except tabs and line ends. */
export const hiddenControls = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f';

/** Bidirectional, invisible and unassigned characters, and unpaired surrogates. */
export const hiddenFormats =
  '\\u00ad\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f' +
  '\\u2800\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb\\u{e0000}-\\u{e0fff}\\p{Cs}';

const joiners = '(?<![^\\0-\\x7f])[\\u200c\\u200d]|[\\u200c\\u200d](?![^\\0-\\x7f])';
const selectors = '(?<![^\\0-\\x7f\\ufe00-\\ufe0f]|[#*0-9])[\\ufe00-\\ufe0f]';

/** Joiners and variation selectors, except next to non-ASCII letters and in emoji. */
export const hiddenAlone = `${joiners}|${selectors}`;
