import * as commitDocuments from '../../../src/client/graphql/commitDocuments.ts';
import * as iterationDocuments from '../../../src/client/graphql/iterationDocuments.ts';
import * as reviewDocuments from '../../../src/client/graphql/reviewDocuments.ts';

export const documentFiles = {
  'client/graphql/commitDocuments.ts': commitDocuments,
  'client/graphql/iterationDocuments.ts': iterationDocuments,
  'client/graphql/reviewDocuments.ts': reviewDocuments,
} as const;

export const sentDocuments: Readonly<Record<string, object>> = Object.fromEntries(
  Object.values(documentFiles).flatMap((documents) => Object.entries<object>({ ...documents })),
);
