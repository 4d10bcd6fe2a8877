/**
 * Stands in the pages for the package of this name, of which Markdown needs this function alone: a browser knows the
 * names of characters itself, without tables of 18 kB. Reads one named character reference such as `&amp;`; a name
 * nobody knows stays as it is.
 */
export const decodeHTMLStrict = (reference: string): string => {
  if (!/^&[a-z][a-z0-9]*;$/i.test(reference)) return reference;
  const holder = document.createElement('div');
  holder.innerHTML = reference;
  const read = holder.textContent;
  // an old name, which needs no semicolon, may be read at the beginning of an unknown one
  return read.endsWith(';') && read !== ';' ? reference : read;
};
