import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import type { IterationItem, IterationRow } from '../../../src/host/iterations/rows.ts';
import { receivedRequests, settledRows } from '../../support/inHost.ts';
import { poll } from '../../support/poll.ts';

/** A row as it is drawn. */
export type Drawn = Awaited<ReturnType<typeof rowsOf>>[number];

/** The rows below a row of the view, or its first level, once nothing loads. */
export const rowsOf = (app: App, row?: IterationRow) => settledRows<IterationRow>(app.iterations, row);

/** The row of a section. */
export const section = async (app: App, label: string): Promise<IterationRow> =>
  (await poll(async () => (await rowsOf(app)).find((each) => each.label === label), { what: `the section ${label}` }))
    .row;

/** The texts of the rows of a section. */
export const textsOf = async (app: App, label: string): Promise<string[]> =>
  (await rowsOf(app, await section(app, label))).map(({ text }) => text);

/** The iterations of a section. */
export const iterationsIn = async (app: App, label: string): Promise<IterationItem[]> =>
  (await rowsOf(app, await section(app, label))).flatMap(({ row }) => (row.kind === 'iteration' ? [row] : []));

/** The first iteration of a section. */
export const firstIn = async (app: App, label: string): Promise<IterationItem> =>
  (await iterationsIn(app, label))[0] ?? assert.fail(`no iteration in ${label}`);

/** How many requests of an operation the sandbox has received. */
export const sent = async (operation: string): Promise<number> =>
  (await receivedRequests()).filter((each) => each.operation === operation).length;

/** The tooltip of a row that has a plain one. */
export const tooltipOf = ({ tooltip }: vscode.TreeItem): string =>
  typeof tooltip === 'string' ? tooltip : assert.fail('the row has no plain tooltip');
