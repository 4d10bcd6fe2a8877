/** How many files the commit has that changes as many as a commit ever does. */
export const manyFiles = 5_000;

/** A line of two megabytes. */
export const longLine = `const wide = "${'x'.repeat(2_000_000)}";`;

/** Names no one should be deceived by: a new line, a mark that turns what follows, markup, a name of dots and spaces. */
export const oddNames = ['odd/two\nlines.txt', 'odd/\u202etxt.exe', 'odd/<img src=x>.md', 'odd/ … .txt'];
