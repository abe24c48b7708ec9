/**
 * What `hookconf list` needs and nothing else, for the build to make one file of: loading a dozen small ones costs more than
 * all the rest of such a start. Only for the lists that {@link isSimpleList} names, which load nothing later.
 */
import './cli/commands/list.ts';

export { start } from './cli/start.ts';
