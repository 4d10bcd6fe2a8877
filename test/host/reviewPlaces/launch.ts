export { prepare } from '../reviews/launch.ts';
