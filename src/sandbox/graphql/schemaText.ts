import { readFileSync } from 'node:fs';

/** Read from the file when run from sources; the build inlines the text. */
export const schemaText = readFileSync(new URL('../../wire/schema.graphql', import.meta.url), 'utf8');
