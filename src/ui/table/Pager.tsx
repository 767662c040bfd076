import { useEffect, useRef, useState } from 'react';
import { ToolButton } from '../ToolButton';
import '../theme/pager.css';
import { countText } from '../../../sagas/base/numbers';

interface PagerProps {
  readonly page: number;
  /** Null while unknown. */
  readonly last: number | null;
  readonly hasNext: boolean;
  readonly size: number;
  readonly sizes: readonly number[];
  /** Parses a typed page number; null if there is no such page. */
  readonly parsePage: (text: string) => number | null;
  readonly onPage: (page: number) => void;
  readonly onSize: (size: number) => void;
}

/** Steps through pages, which count from 1. `last` is null while the total is being counted. */
export function Pager({ page, last, hasNext, size, sizes, parsePage, onPage, onSize }: PagerProps) {
  return (
    <nav className="pager" aria-label="Pages">
      <div className="pager-steps">
        <Step icon="first" label="First page" to={page > 1 ? 1 : null} onPage={onPage} />
        <Step icon="previous" label="Previous page" to={page > 1 ? page - 1 : null} onPage={onPage} />
        <PageField page={page} last={last} parsePage={parsePage} onPage={onPage} />
        <Step icon="next" label="Next page" to={hasNext ? page + 1 : null} onPage={onPage} />
        <Step icon="last" label="Last page" to={last !== null && page < last ? last : null} onPage={onPage} />
      </div>
      <label className="pager-size">
        Rows per page
        <select value={size} onChange={(event) => onSize(Number(event.target.value))}>
          {sizes.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </label>
    </nav>
  );
}

interface StepProps {
  readonly icon: 'first' | 'previous' | 'next' | 'last';
  readonly label: string;
  readonly to: number | null;
  readonly onPage: (page: number) => void;
}

/** Stays focusable when disabled, so that its user does not lose the focus. */
function Step({ icon, label, to, onPage }: StepProps) {
  return (
    <ToolButton
      icon={icon}
      iconOnly
      aria-label={label}
      aria-disabled={to === null}
      onClick={() => to !== null && onPage(to)}
    />
  );
}

type PageFieldProps = Pick<PagerProps, 'page' | 'last' | 'parsePage' | 'onPage'>;

function PageField({ page, last, parsePage, onPage }: PageFieldProps) {
  const [text, setText] = useState(String(page));
  const requested = useRef(page);
  const wanted = parsePage(text);
  // Without a key, which would take the focus of its user.
  useEffect(() => {
    setText(String(page));
    requested.current = page;
  }, [page]);
  const go = () => {
    if (wanted === null || wanted === requested.current) return;
    requested.current = wanted;
    onPage(wanted);
  };
  return (
    <form className="pager-page" onSubmit={(event) => (event.preventDefault(), go())}>
      <label>
        Page
        <input
          type="text"
          inputMode="numeric"
          value={text}
          aria-invalid={wanted === null}
          onChange={(event) => setText(event.target.value)}
          onBlur={() => (wanted === null ? setText(String(page)) : go())}
        />
      </label>
      <span>of {last === null ? '…' : countText(last)}</span>
      {wanted === null && text !== '' && (
        <span className="visually-hidden" role="alert">
          There is no such page.
        </span>
      )}
    </form>
  );
}
