import { readFileSync } from 'node:fs';

/** The schema as text. Run from sources it is read from its file; the build puts the text itself in the place of this module. */
export const schemaText = readFileSync(new URL('../../wire/schema.graphql', import.meta.url), 'utf8');
