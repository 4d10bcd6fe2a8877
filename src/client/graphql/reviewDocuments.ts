import { graphql } from './typedDocument.ts';

/** Who was asked to review a merge request, and what they have done so far. */
export const reviewersFragment = graphql(`
  fragment Reviewers on MergeRequest @_unmask {
    id
    reviewers(first: 100) {
      nodes {
        id
        username
        name
        mergeRequestInteraction {
          reviewState
        }
      }
    }
  }
`);

/** The reviewers of a merge request. */
export const reviewersQuery = graphql(
  `
    query Reviewers($fullPath: ID!, $iid: String!) {
      project(fullPath: $fullPath) {
        id
        mergeRequest(iid: $iid) {
          ...Reviewers
        }
      }
    }
  `,
  [reviewersFragment],
);

/** Replaces the reviewers of a merge request. */
export const setReviewersMutation = graphql(
  `
    mutation SetReviewers($input: MergeRequestSetReviewersInput!) {
      mergeRequestSetReviewers(input: $input) {
        errors
        mergeRequest {
          ...Reviewers
        }
      }
    }
  `,
  [reviewersFragment],
);

/** Asks a reviewer for another review. */
export const requestReviewMutation = graphql(
  `
    mutation RequestReview($input: MergeRequestReviewerRereviewInput!) {
      mergeRequestReviewerRereview(input: $input) {
        errors
        mergeRequest {
          ...Reviewers
        }
      }
    }
  `,
  [reviewersFragment],
);

/** One page of the comments of a merge request with their reactions (since 16.1). */
export const reactionsQuery = graphql(`
  query Reactions($id: MergeRequestID!, $first: Int, $after: String) {
    mergeRequest(id: $id) {
      id
      notes(first: $first, after: $after) {
        pageInfo {
          endCursor
          hasNextPage
        }
        nodes {
          id
          awardEmoji {
            nodes {
              name
              emoji
              user {
                id
                username
                name
              }
            }
          }
        }
      }
    }
  }
`);

/** Gives a comment a reaction. */
export const addReactionMutation = graphql(`
  mutation AddReaction($input: AwardEmojiAddInput!) {
    awardEmojiAdd(input: $input) {
      errors
    }
  }
`);

/** Takes a reaction of one's own back. */
export const removeReactionMutation = graphql(`
  mutation RemoveReaction($input: AwardEmojiRemoveInput!) {
    awardEmojiRemove(input: $input) {
      errors
    }
  }
`);

/** Tells whenever the reviewers change, or what one of them has done. */
export const reviewersUpdated = graphql(`
  subscription ReviewersUpdated($issuableId: IssuableID!) {
    mergeRequestReviewersUpdated(issuableId: $issuableId) {
      ... on Issue {
        id
      }
      ... on MergeRequest {
        id
      }
    }
  }
`);

/** Tells whenever a merge request is approved, or an approval is taken back. */
export const approvalStateUpdated = graphql(`
  subscription ApprovalStateUpdated($issuableId: IssuableID!) {
    mergeRequestApprovalStateUpdated(issuableId: $issuableId) {
      ... on Issue {
        id
      }
      ... on MergeRequest {
        id
      }
    }
  }
`);

/** Tells whenever a merge request can or can no longer be merged. */
export const mergeStatusUpdated = graphql(`
  subscription MergeStatusUpdated($issuableId: IssuableID!) {
    mergeRequestMergeStatusUpdated(issuableId: $issuableId) {
      ... on Issue {
        id
      }
      ... on MergeRequest {
        id
      }
    }
  }
`);

/** Tells whenever a merge request has a new diff. */
export const diffGenerated = graphql(`
  subscription DiffGenerated($issuableId: IssuableID!) {
    mergeRequestDiffGenerated(issuableId: $issuableId) {
      ... on Issue {
        id
      }
      ... on MergeRequest {
        id
      }
    }
  }
`);
