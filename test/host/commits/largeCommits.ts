/** Files of the largest realistic commit. */
export const manyFiles = 5_000;

export const longLine = `const wide = "${'x'.repeat(2_000_000)}";`;

/** Deceptive names: newline, right-to-left override, markup, dots and spaces. */
export const oddNames = ['odd/two\nlines.txt', 'odd/\u202etxt.exe', 'odd/<img src=x>.md', 'odd/ … .txt'];
