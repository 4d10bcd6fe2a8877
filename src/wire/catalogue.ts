import * as commitConversations from './commitConversations.ts';
import * as commitStatuses from './commitStatuses.ts';
import * as commitWriting from './commitWriting.ts';
import * as commits from './commits.ts';
import * as draftNotes from './draftNotes.ts';
import * as events from './events.ts';
import * as externalImport from './externalImport.ts';
import * as groupTransfer from './groupTransfer.ts';
import * as groups from './groups.ts';
import * as instance from './instance.ts';
import * as iterations from './iterations.ts';
import * as memberRoles from './memberRoles.ts';
import * as mergeRequestReview from './mergeRequestReview.ts';
import * as mergeRequestState from './mergeRequestState.ts';
import * as mergeRequestWriting from './mergeRequestWriting.ts';
import * as mergeRequests from './mergeRequests.ts';
import * as mergeTrains from './mergeTrains.ts';
import type { Operation } from './operation.ts';
import * as pipelines from './pipelines.ts';
import * as planning from './planning.ts';
import * as projectTransfer from './projectTransfer.ts';
import * as projects from './projects.ts';
import * as protectedBranches from './protectedBranches.ts';
import * as repositoryFiles from './repositoryFiles.ts';
import * as todos from './todos.ts';

type OperationsOf<Exports> = {
  readonly [Name in keyof Exports as Exports[Name] extends Operation ? Name : never]: Exports[Name];
};

/** Operations of a module, without its record schemas. */
const operationsOf = <Exports extends object>(exports: Exports): OperationsOf<Exports> =>
  Object.fromEntries(
    Object.entries(exports).filter(([, value]) => typeof (value as Partial<Operation>).reference === 'string'),
  ) as OperationsOf<Exports>;

/** The sandbox must handle each operation: a missing handler doesn't compile. */
export const catalogue = operationsOf({
  ...commits,
  ...commitWriting,
  ...commitConversations,
  ...commitStatuses,
  ...protectedBranches,
  ...draftNotes,
  ...mergeRequests,
  ...mergeRequestReview,
  ...mergeRequestState,
  ...mergeRequestWriting,
  ...mergeTrains,
  ...memberRoles,
  ...groupTransfer,
  ...projectTransfer,
  ...events,
  ...externalImport,
  ...iterations,
  ...projects,
  ...repositoryFiles,
  ...pipelines,
  ...planning,
  ...groups,
  ...instance,
  ...todos,
});

export type OperationName = keyof typeof catalogue;
