#include "harness/config/default_corpus.h"

namespace ttsoak {

std::vector<std::string> default_corpus() {
  // NOLINTBEGIN(bugprone-suspicious-missing-comma): long texts go over several lines
  return {
      "Your taxi has arrived.",
      "Turn left at the bakery.",
      "Could you say that once more?",
      "The library closes at eight tonight.",
      "No, I have never been to Lisbon in winter.",
      "Platform four: the night train is running late.",
      "She painted the fence green, then changed her mind.",
      "Remember to water the ferns before you leave on Monday.",
      "The parcel weighs 2.5 kilograms and costs 11 euros to send.",
      "Dr. Alvarez will see you at 10:45; please bring the blue form along.",
      "If the lamp blinks twice, hold the button down until it glows steadily.",
      "Rain is expected along the coast by noon, clearing from the west after dark.",
      "We counted 312 geese on the lake this morning, nearly twice as many as last year.",
      "The museum's oldest clock still keeps time, although nobody is sure who winds it up.",
      "Your balance is 1,204 dollars and 17 cents. Say \"details\" to hear the latest payments.",
      "The committee listened politely, asked three questions, and voted to repair the old bridge.",
      "Mix flour, salt and butter with your fingertips until it looks like sand, then add cold "
      "water.",
      "An hour outside the city the road narrows, the radio fades, and there are more sheep than "
      "people.",
      "Why does bread rise? Yeast eats the sugar in the dough and breathes out gas, which the "
      "dough traps inside.",
      "The engineer tapped the gauge, frowned, wrote a number in her notebook, and asked us to "
      "start the pump again, slowly.",
      "Chapter seven. By the time the ferry reached the island, the fog had lifted, and we could "
      "make out the lighthouse and its two white cottages.",
      "Good evening. Here is the news: the harbour tunnel opens on Friday, bus fares stay as they "
      "are until spring, and the city orchestra has found a new home.",
      "My grandfather kept bees behind the orchard for forty years, and he used to say that the "
      "weather forecast was a matter of opinion, but that a hive in a bad mood at breakfast was a "
      "fact.",
      "To reset the thermostat, open the small door on its left side, press the recessed switch "
      "with a pin for about five seconds, wait until the display shows two dashes, and then enter "
      "the date, the time and your postcode.",
      "At first the two surveyors disagreed about almost everything: the height of the ridge, the "
      "width of the river, even the direction of the wind; yet by the end of that long, wet summer "
      "they had drawn a map so exact that walkers still carry copies of it today.",
  };
  // NOLINTEND(bugprone-suspicious-missing-comma)
}

}  // namespace ttsoak
