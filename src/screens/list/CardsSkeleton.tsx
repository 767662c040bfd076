import '../../ui/theme/records.css';
import '../../ui/theme/table.css';

/** The cards before their rows are there. */
export function CardsSkeleton() {
  return (
    <ul className="records" aria-hidden="true">
      {Array.from({ length: 4 }, (_, card) => (
        <li key={card} className="record">
          <dl>
            {Array.from({ length: 6 }, (_, line) => (
              <div key={line}>
                <dd className="skeleton-bar" />
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
