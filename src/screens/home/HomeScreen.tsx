import { useDispatch } from 'react-redux';
import { signOutRequested } from '../../../sagas/access/access.intents';
import { selectConfig, selectUser } from '../../../sagas/access/access.selectors';
import { useAppSelector } from '../../app/state';
import { Button } from '../../ui/Button';
import { ProductMark } from '../../ui/ProductMark';
import { StepHeading } from '../../ui/StepHeading';
import { typeText } from './typeText';
import '../../ui/theme/home.css';

/** Who is signed in, for whom, and as what. */
export function HomeScreen() {
  const user = useAppSelector(selectUser);
  const { productName } = useAppSelector(selectConfig).branding;
  const dispatch = useDispatch();
  if (user === null) return null;
  const name = `${user.firstName} ${user.lastName}`.trim() || user.userName;
  const facts = [
    ['Organization', user.organizationName],
    ['Organization Code', user.organizationCode],
    ['Type', typeText(user)],
    ['Username', user.userName],
  ] as const;

  return (
    <>
      <header className="home-bar">
        <div className="home-product">
          <ProductMark />
          {productName}
        </div>
        <div className="home-who">
          {name}
          <small>{user.organizationName}</small>
        </div>
        <Button onClick={() => dispatch(signOutRequested())}>Sign out</Button>
      </header>
      <main className="home-main">
        <StepHeading>Welcome, {user.firstName || user.userName}</StepHeading>
        <p className="gate-lead">
          You are signed in for {user.organizationName} as {typeText(user)}.
        </p>
        <dl className="home-facts">
          {facts.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </main>
    </>
  );
}
