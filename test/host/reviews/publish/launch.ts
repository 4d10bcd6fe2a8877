export { prepare } from '../launch.ts';
