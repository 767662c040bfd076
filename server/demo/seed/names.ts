/** Invented people, places and companies. Any resemblance is accidental. */
import type { Random } from './random';

const FIRST_NAMES =
  'Aaliyah Abigail Adrian Aisha Alan Alejandra Alice Amara Amelia Anders Andre Angela Anika Anthony Ariana Asha Ashley Beatriz Benjamin Bianca Brandon Brianna Caleb Camila Carlos Carmen Chanel Charlotte Chidi Chloe Christina Claire Colin Dalia Damian Dana Daniel Danielle Darius David Deepa Denise Derek Diego Dominic Elena Eli Elijah Elise Emeka Emily Erin Esther Ethan Evelyn Faith Farah Fatima Felix Fiona Gabriel Gloria Grace Grant Hannah Hassan Heather Helen Hugo Ian Ibrahim Imani Ines Irene Isaac Isabel Ivan Jada Jamal James Janelle Jasmine Javier Jenna Jerome Joan Joel Jonah Jordan Josephine Joy Julia Julian Kaitlyn Kara Karim Katherine Keisha Kelly Kenji Kofi Kristen Kwame Lamar Laura Leah Leila Leo Liam Lillian Linh Logan Lucia Luis Lydia Malik Marcus Maria Marisol Mark Mateo Maya Megan Mei Melissa Mia Michelle Miguel Miriam Monica Morgan Nadia Naomi Natalie Nathan Nia Nicole Nikhil Noah Noor Olivia Omar Oscar Paige Patrick Paul Paula Peter Phoebe Pia Priya Quinn Rachel Rafael Ramona Ravi Rebecca Renee Reza Ricardo Rohan Rosa Ruth Ryan Sabrina Salma Samuel Sandra Sara Sean Selena Shanice Sofia Sonia Sophie Stella Steven Sunita Tamika Tanya Tariq Tasha Teresa Theo Thomas Tiffany Tobias Trevor Uma Valerie Vanessa Veronica Victor Vikram Violet Wendy William Xavier Yara Yolanda Yusuf Zahra Zara Zoe'.split(
    ' ',
  );
const LAST_NAMES =
  'Abara Abbott Acosta Adeyemi Aguilar Ahmed Alvarez Andersen Archer Arroyo Atkins Bailey Banerjee Barrett Bautista Becker Bell Benitez Bennett Bishop Boateng Bowers Brennan Brooks Burke Calderon Campbell Cardenas Carver Castillo Chandra Chapman Chavez Chen Choi Clarke Coleman Contreras Cooper Cortez Crawford Cruz Dalton Das Dawson Delgado Diallo Diaz Dixon Donovan Doyle Duarte Dunn Eaton Edwards Ellis Espinoza Evans Farrell Fernandes Figueroa Fischer Fleming Flores Foster Fowler Franco Freeman Fuentes Gallagher Garza Gibson Gomez Goodwin Grady Graham Greene Griffin Guerrero Gupta Guzman Hale Hamilton Harmon Hayes Henderson Herrera Hoang Holloway Horton Howell Hughes Ibarra Ingram Iyer Jacobs Jefferson Jensen Jimenez Johansson Joseph Juarez Kapoor Keller Kelly Kennedy Khan Kim Kirby Klein Knox Kowalski Lambert Larsen Le Leung Lindgren Liu Lopez Lowe Lozano Lucas Lynch Mackey Maldonado Mann Marquez Marsh Mbeki McBride McCoy McKenna Medina Mehta Mendez Mensah Meyer Miles Miranda Molina Montoya Moreno Morrow Munoz Murphy Nakamura Navarro Nguyen Nichols Nolan Novak Nunez Obi Ocampo Okafor Oliver Olsen Ortega Osei Owens Pacheco Padilla Park Parrish Patel Pena Pereira Petrov Pham Pierce Pineda Porter Quinn Ramirez Rao Reeves Reyes Rhodes Rios Rivera Robbins Rojas Roman Rosales Rowe Ruiz Salazar Salinas Santos Sawyer Schmidt Shah Sharma Sheppard Silva Singh Soto Spencer Stafford Stein Sullivan Suarez Sutton Tanaka Tate Thornton Tran Trevino Tucker Underwood Valdez Vargas Vega Velasquez Vo Wagner Walsh Walters Watkins Weaver Webb Whitfield Wilkins Wolfe Wong Woods Yang Yates Yoon Zamora Zhang Zimmerman'.split(
    ' ',
  );

export interface City {
  readonly city: string;
  readonly state: string;
  readonly timeZone: string;
}

const place = (city: string, state: string, timeZone: string): City => ({
  city,
  state,
  timeZone: `America/${timeZone}`,
});

export const CITIES: readonly City[] = [
  place('Duluth', 'MN', 'Chicago'),
  place('Madison', 'WI', 'Chicago'),
  place('Grand Rapids', 'MI', 'Detroit'),
  place('Toledo', 'OH', 'New_York'),
  place('Peoria', 'IL', 'Chicago'),
  place('Fort Wayne', 'IN', 'Indiana/Indianapolis'),
  place('Cedar Rapids', 'IA', 'Chicago'),
  place('Springfield', 'MO', 'Chicago'),
  place('Tulsa', 'OK', 'Chicago'),
  place('Boise', 'ID', 'Boise'),
  place('Spokane', 'WA', 'Los_Angeles'),
  place('Eugene', 'OR', 'Los_Angeles'),
  place('Reno', 'NV', 'Los_Angeles'),
  place('Tucson', 'AZ', 'Phoenix'),
  place('Lubbock', 'TX', 'Chicago'),
  place('Baton Rouge', 'LA', 'Chicago'),
  place('Knoxville', 'TN', 'New_York'),
  place('Greenville', 'SC', 'New_York'),
  place('Roanoke', 'VA', 'New_York'),
  place('Albany', 'NY', 'New_York'),
];

/** Compact license states. */
export const COMPACT_STATES: ReadonlySet<string> = new Set([
  'WI',
  'OH',
  'IN',
  'IA',
  'MO',
  'OK',
  'ID',
  'WA',
  'AZ',
  'TX',
  'LA',
  'TN',
  'SC',
  'VA',
]);

const FACILITY_NAMES = [
  'Northfield Medical Center',
  'St. Brendan Hospital',
  'Harbor Point Regional',
  'Willow Creek Medical Center',
  'Prairie View Hospital',
  'Copper Ridge Medical Center',
  'Bayside Children’s Hospital',
  'Three Rivers Regional',
  'Summerfield Community Hospital',
  'Iron Range Medical Center',
  'Oak Hollow Rehabilitation',
  'Cascade Valley Hospital',
];
export const HEALTH_SYSTEMS = [
  'Lakeside Health',
  'Northern Plains Health',
  'Crestmont Health Partners',
  'Tri-River Health',
];

const AGENCY_FIRST =
  'Anchor Beacon Bluebird Bridgeway Brightwell Cardinal Cedarline Clearpath Compass Cornerstone Evergreen Fieldstone Firstlight Foxglove Granite Harborline Heartwood Juniper Keystone Lantern Lighthouse Magnolia Mapleway Northstar Openroad Palisade Pathfinder Pinecrest Quartz Redwood Riverbend Rosewood Sagebrush Silverline Skyway Stillwater Tidewater Trailhead Westwind'.split(
    ' ',
  );
const AGENCY_LAST = [
  'Staffing',
  'Healthcare Staffing',
  'Medical Staffing',
  'Travel Nursing',
  'Allied Health',
  'Clinical Partners',
];

/** A given name at random. */
export const firstName = (random: Random): string => random.pick(FIRST_NAMES);
/** A family name at random. */
export const lastName = (random: Random): string => random.pick(LAST_NAMES);
/** Given and family name at random; names may repeat. */
export const fullName = (random: Random): string => `${firstName(random)} ${lastName(random)}`;

/** Later batches append a number, so that names stay unique. */
export const facilityName = (index: number, batch: number): string =>
  numbered(FACILITY_NAMES[index % FACILITY_NAMES.length] as string, batch);

/** Unique: later batches append a number. */
export function agencyName(index: number, batch: number): string {
  const first = AGENCY_FIRST[index % AGENCY_FIRST.length] as string;
  return numbered(`${first} ${AGENCY_LAST[index % AGENCY_LAST.length]}`, batch);
}

const numbered = (name: string, batch: number): string => (batch === 0 ? name : `${name} ${batch + 1}`);
