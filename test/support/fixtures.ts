import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { rootFolder } from './paths.ts';

export const fixturesFolder = path.join(rootFolder, 'test', 'fixtures');

/** `<operation>.<variant>.json`; the variant is a release or a special case. */
export const payloadNames = (): readonly string[] => readdirSync(path.join(fixturesFolder, 'payloads')).sort();

export const payloadText = (name: string): string => readFileSync(path.join(fixturesFolder, 'payloads', name), 'utf8');
