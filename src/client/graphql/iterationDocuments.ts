import { graphql } from './typedDocument.ts';

/**
 * The series of an iteration, and how many of its issues there are, how many are closed, and how many open ones are the
 * given user's; in a group with the groups below it, or in one project.
 */
export const iterationFactsQuery = graphql(`
  query IterationFacts($id: IterationID!, $ids: [ID], $path: ID!, $inGroup: Boolean!, $me: [String!]) {
    iteration(id: $id) {
      id
      iterationCadence {
        id
        title
      }
    }
    group(fullPath: $path) @include(if: $inGroup) {
      id
      all: issues(iterationId: $ids, includeSubgroups: true, first: 1) {
        count
      }
      done: issues(iterationId: $ids, includeSubgroups: true, state: closed, first: 1) {
        count
      }
      mine: issues(iterationId: $ids, includeSubgroups: true, state: opened, assigneeUsernames: $me, first: 1) {
        count
      }
    }
    project(fullPath: $path) @skip(if: $inGroup) {
      id
      all: issues(iterationId: $ids, first: 1) {
        count
      }
      done: issues(iterationId: $ids, state: closed, first: 1) {
        count
      }
      mine: issues(iterationId: $ids, state: opened, assigneeUsernames: $me, first: 1) {
        count
      }
    }
  }
`);

/** What a list of issues shows of one. */
export const listedIssueFragment = graphql(`
  fragment ListedIssue on Issue @_unmask {
    id
    iid
    title
    state
    confidential
    webUrl
    reference(full: true)
    assignees(first: 20) {
      nodes {
        id
        username
        name
      }
    }
  }
`);

/** One page of the issues of an iteration, of one user or of all; in a group with those below it, or a project. */
export const iterationIssuesQuery = graphql(
  `
    query IterationIssues(
      $path: ID!
      $inGroup: Boolean!
      $ids: [ID]
      $assignees: [String!]
      $first: Int
      $after: String
    ) {
      group(fullPath: $path) @include(if: $inGroup) {
        id
        issues(iterationId: $ids, includeSubgroups: true, assigneeUsernames: $assignees, first: $first, after: $after) {
          pageInfo {
            endCursor
            hasNextPage
          }
          nodes {
            ...ListedIssue
          }
        }
      }
      project(fullPath: $path) @skip(if: $inGroup) {
        id
        issues(iterationId: $ids, assigneeUsernames: $assignees, first: $first, after: $after) {
          pageInfo {
            endCursor
            hasNextPage
          }
          nodes {
            ...ListedIssue
          }
        }
      }
    }
  `,
  [listedIssueFragment],
);

/** Tells whenever an issue changes, whatever it is: title, people, open or closed. GitLab 15.9 and later. */
export const workItemUpdated = graphql(`
  subscription WorkItemUpdated($workItemId: WorkItemID!) {
    workItemUpdated(workItemId: $workItemId) {
      id
    }
  }
`);

/** Tells whenever other people are assigned to an issue, also on older servers. */
export const issueAssigneesUpdated = graphql(`
  subscription IssueAssigneesUpdated($issuableId: IssuableID!) {
    issuableAssigneesUpdated(issuableId: $issuableId) {
      ... on Issue {
        id
      }
      ... on MergeRequest {
        id
      }
    }
  }
`);

/** The people of an issue. */
export const assigneesFragment = graphql(`
  fragment Assignees on Issue @_unmask {
    id
    assignees {
      nodes {
        id
        username
        name
      }
    }
  }
`);

/** An issue with its people and its weight. */
export const issueQuery = graphql(
  `
    query Issue($fullPath: ID!, $iid: String!) {
      project(fullPath: $fullPath) {
        id
        issue(iid: $iid) {
          ...Assignees
          iid
          title
          state
          weight
        }
      }
    }
  `,
  [assigneesFragment],
);

/** A page of the designs of an issue as they were in a version, or as they are; walked forward or backward. */
export const designsQuery = graphql(`
  query Designs(
    $fullPath: ID!
    $iid: String!
    $atVersion: DesignManagementVersionID
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    project(fullPath: $fullPath) {
      id
      issue(iid: $iid) {
        id
        designCollection {
          designs(atVersion: $atVersion, first: $first, after: $after, last: $last, before: $before) {
            pageInfo {
              startCursor
              endCursor
              hasPreviousPage
              hasNextPage
            }
            nodes {
              id
              filename
              event
            }
          }
        }
      }
    }
  }
`);

/** A page of the versions of an issue’s designs, newest first. */
export const designVersionsQuery = graphql(`
  query DesignVersions($fullPath: ID!, $iid: String!, $first: Int, $after: String) {
    project(fullPath: $fullPath) {
      id
      issue(iid: $iid) {
        id
        designCollection {
          versions(first: $first, after: $after) {
            pageInfo {
              endCursor
              hasNextPage
            }
            nodes {
              id
              createdAt
            }
          }
        }
      }
    }
  }
`);

/** Sets the weight of an issue, or takes it away. */
export const setWeightMutation = graphql(`
  mutation SetWeight($input: IssueSetWeightInput!) {
    issueSetWeight(input: $input) {
      errors
      issue {
        id
        weight
      }
    }
  }
`);

/** Assigns people to an issue. */
export const setAssigneesMutation = graphql(
  `
    mutation SetAssignees($input: IssueSetAssigneesInput!) {
      issueSetAssignees(input: $input) {
        errors
        issue {
          ...Assignees
        }
      }
    }
  `,
  [assigneesFragment],
);

/** Tells whenever an issue gets another title, also on older servers. */
export const issueTitleUpdated = graphql(`
  subscription IssueTitleUpdated($issuableId: IssuableID!) {
    issuableTitleUpdated(issuableId: $issuableId) {
      ... on Issue {
        id
      }
      ... on MergeRequest {
        id
      }
    }
  }
`);

/** A page of the groups the caller belongs to. */
export const ownGroupsQuery = graphql(`
  query OwnGroups($first: Int, $after: String) {
    currentUser {
      id
      groups(first: $first, after: $after) {
        pageInfo {
          endCursor
          hasNextPage
        }
        nodes {
          id
          fullName
          fullPath
        }
      }
    }
  }
`);
