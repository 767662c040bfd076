import { dayText } from '../../../sagas/base/dates';
import type { CheckedLine } from '../../../sagas/features/timesheetImport/timesheetImport.selectors';
import { Link } from '../../ui/Link';
import { moneyText } from '../../../sagas/base/numbers';

const hoursOf = (minutes: number): string => (minutes / 60).toFixed(2);

interface CheckedLinesProps {
  readonly lines: readonly CheckedLine[];
  readonly wrong: readonly CheckedLine[];
}

/** The lines of the file, those with problems first. On a phone the cells are below each other. */
export function CheckedLines({ lines, wrong }: CheckedLinesProps) {
  const ordered = [...wrong, ...lines.filter(({ problems }) => problems.length === 0)];
  return (
    <table className="import-lines">
      <caption className="visually-hidden">Lines of the file</caption>
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Assignment ID</th>
          <th scope="col">Candidate</th>
          <th scope="col">Week Ending</th>
          <th scope="col" className="is-number">
            Hours
          </th>
          <th scope="col" className="is-number">
            Bill
          </th>
          <th scope="col">What is wrong</th>
        </tr>
      </thead>
      <tbody>
        {ordered.map((line) => (
          <tr key={line.line} className={line.problems.length > 0 ? 'is-wrong' : undefined}>
            <th scope="row" data-label="Line">
              {line.line}
            </th>
            <td data-label="Assignment ID">{line.assignment}</td>
            <td data-label="Candidate">
              {line.to === null ? (line.candidate ?? '') : <Link to={line.to}>{line.candidate}</Link>}
            </td>
            <td data-label="Week Ending">{line.weekEnding === null ? '' : dayText(line.weekEnding)}</td>
            <td data-label="Hours" className="is-number">
              {hoursOf(line.worked)}
            </td>
            <td data-label="Bill" className="is-number">
              {line.bill === 0 ? '' : moneyText(line.bill)}
            </td>
            <td data-label="What is wrong">{line.problems.length === 0 ? 'Nothing' : line.problems.join(' ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
