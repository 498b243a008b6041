import type { Disc, Ghost } from './snapshot';

/** What was tapped; low says that it lies in the lower half of the screen, where a thumb's sheet would hide it. */
export type Chosen = ({ kind: 'disc'; disc: Disc } | { kind: 'ghost'; ghost: Ghost }) & { low: boolean };
