import { Icon, type IconName } from './Icon';
import './theme/scene.css';

/** The illustration of empty pages: a week of open shifts, with an icon for the reason. Decorative. */
export function EmptyIllustration({ mark }: { readonly mark: IconName }) {
  return (
    <span className="scene" aria-hidden="true">
      <svg viewBox="0 0 144 96" width="144" height="96">
        <rect className="scene-sheet" x="14" y="10" width="108" height="76" rx="10" />
        <path className="scene-line" d="M14 28h108M30 5v10M106 5v10" />
        <rect className="scene-slot is-filled" x="24" y="36" width="38" height="10" rx="5" />
        <rect className="scene-slot" x="68" y="36" width="44" height="10" rx="5" />
        <rect className="scene-slot" x="24" y="52" width="56" height="10" rx="5" />
        <rect className="scene-slot is-filled" x="86" y="52" width="26" height="10" rx="5" />
        <rect className="scene-slot" x="24" y="68" width="44" height="10" rx="5" />
      </svg>
      <span className="scene-mark">
        <Icon name={mark} />
      </span>
    </span>
  );
}
