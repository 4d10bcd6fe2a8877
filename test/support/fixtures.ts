import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { rootFolder } from './paths.ts';

/** Facts that tests read: payloads as servers send them, key pairs. */
export const fixturesFolder = path.join(rootFolder, 'test', 'fixtures');

/** File names of the payloads: `<operation>.<variant>.json`, the variant being a release or what is special. */
export const payloadNames = (): readonly string[] => readdirSync(path.join(fixturesFolder, 'payloads')).sort();

/** The text of a payload, as it would come over the wire. */
export const payloadText = (name: string): string => readFileSync(path.join(fixturesFolder, 'payloads', name), 'utf8');
